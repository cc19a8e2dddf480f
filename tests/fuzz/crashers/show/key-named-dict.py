dict = 5
x = {'a': 1}
