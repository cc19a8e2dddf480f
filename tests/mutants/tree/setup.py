from setuptools import setup

setup(name='net', install_requires=['mmcv-full>=1.3,<1.8'])
