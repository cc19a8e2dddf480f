optimizer = dict(type='AdamW', lr=6e-5, paramwise_cfg=dict(custom_key=dict(head=dict(lr_mult=10.))))
