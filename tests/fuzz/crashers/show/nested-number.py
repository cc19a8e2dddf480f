x = float('inf')
for i in range(200):
    x = [x]
