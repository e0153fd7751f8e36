"""Every admin view of one researcher's rows, tried by everybody else. Generated from the registry:
a model that is registered without a row to try it with fails here.
"""
