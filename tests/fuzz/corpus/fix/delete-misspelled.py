_base_ = './base.py'
optimizer = dict(_delete=True, type='SGD', lr=0.01)
