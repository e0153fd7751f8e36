"""A lab of historical scientists: true facts, told in our own words."""
