x = []
for i in range(200):
    x = [x]
