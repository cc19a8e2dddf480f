from net import data, parts
