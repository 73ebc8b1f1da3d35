"""Running the user's own pipeline over saved questions, so that what is scored is what the pipeline does today.

`ontoeval.collect.collecting.collect_file` does it, with one `Caller` per concurrent call: a function in a process of
its own, a command line, or an HTTP endpoint on this machine. What hangs, crashes or prints is an error of one
question, never of the whole.
"""
