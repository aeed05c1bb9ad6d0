"""Grades as pages: one for each student, in plain words, and one of the class for the teacher.

In the room: the frame and the style of a page that stands alone, the student's page, and the teacher's, with
a table as CSV.
Who may come in: what writes grades, and the court, whose report is such a page.
It must not know games or engines: all that it shows was kept with the grade.
"""
