data = dict(val=dict(type='ImageNet'))
evaluation = dict(interval=1, metrics='accuracy')
