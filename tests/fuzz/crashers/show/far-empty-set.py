x = set()
for i in range(30):
    x = [x, 'elements']
