_base_ = ['./_base_/model.py', './_base_/data.py', './_base_/schedule.py']
