%   Rationals: within an expression SWI-Prolog keeps one that is whole, and divides it as a rational.

%? whole(3, _)
%? whole(2, _)
whole(Y, N) :- N is (1r2 + 1r2) / Y.
%? halves(1r2, 3, _)
%? halves(1, 3, _)
%? halves(1.0, 3, _)
%? halves(1r2+1r2, 3, _)
halves(X, Y, N) :- N is (X + X) / Y.
%? exact(1, 6, _)
%? exact(2.0, 6, _)
%? exact(2, 1r3, _)
exact(X, Y, N) :- N is rational(X) / Y.
%? exact_sum(1, 6, _)
exact_sum(X, Y, N) :- N is (rational(X) + 1) / Y.
%? forgotten(1, 6, _)
forgotten(X, Y, N) :- Z is rational(X), N is Z / Y.
%? largest(1r2, 1, 3, _)
%? largest(1, 2, 3, _)
%? largest(1r2, 0.25, 3, _)
largest(X, Y, Z, N) :- N is max(X, Y) / Z.
%? power(1r2, 0, 3, _)
%? power(1r2, 2, 3, _)
%? power(2, -1, 3, _)
power(X, Y, Z, N) :- N is X ** Y / Z.
%? inverse(1r2, _)
%? inverse(1, _)
inverse(X, N) :- N is (X * 2) ^ -1.
%? quotient(4, 2, 3, _)
%? quotient(4, 3, 3, _)
quotient(X, Y, Z, N) :- N is (X rdiv Y) / Z.

%   What takes integers alone: a whole rational is one within an expression.

%? halved(49r2, 7, _)
%? halved(7r2, 2, _)
%? halved(14, 3, _)
halved(X, Y, N) :- N is (X * 2) // Y.
%? fraction_divided(49r2, _)
%? fraction_divided(49, _)
fraction_divided(Y, N) :- N is (Y * 1) // 7.
%? fraction_floored(49r2, _)
fraction_floored(Y, N) :- N is (Y + 0) div 7.
%? fraction_rest(49r2, _)
fraction_rest(Y, N) :- N is (Y mod 7) // 2.
%? shifted(3r2, _)
shifted(X, N) :- N is (X * 2) << 1.

%   Floats of rationals, and of what is compared with floats.

%? as_float(-9007199254740993, 4, _)
%? as_float(9007199254740993, 4, _)
%? as_float(-1, 3, _)
%? as_float(-1, 4, _)
as_float(X, Y, N) :- N is float(X rdiv Y).
%? below(-9007199254740993, 4, -2251799813685248.5)
%? below(1, 3, 0.5)
below(X, Y, Z) :- Q is X rdiv Y, Q < Z.

%   Shifts by more places than there are.

%? right(-1, 63, _)
%? right(-1, 64, _)
%? right(-5, 9223372036854775808, _)
%? right(5, 4294967296, _)
%? right(5, -2, _)
right(X, Y, N) :- N is X >> Y.
