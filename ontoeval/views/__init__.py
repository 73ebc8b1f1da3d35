"""Views: one aspect of the samples each, compiled once into arrays that metrics share."""
