import a as b, c.d
from . import *
from .x import (y as z,)
async def f():
    await g()
    yield x
if True:
    class Net(Net): x: int = 1
except
