"""Grades as pages: one for each student, in plain words, and one of the class for the teacher."""
