/*  Sterling & Shapiro with values that are always the first player's, MAX's: see sterling-shapiro.pl. */

:- include('sterling_shapiro').

point_of_view(_, Val, Val).
