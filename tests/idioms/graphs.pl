/*  library(ugraphs). */

:- use_module(library(ugraphs)).

%? made([], [], _)
%? made([a], [], _)
%? made([z,a,a], [b-c,a-b,a-c,a-b], _)
made(Vs, Es, G) :- vertices_edges_to_ugraph(Vs, Es, G).

%? read([], _, _)
%? read([a-[b,c],b-[],c-[a]], _, _)
read(G, Vs, Es) :- vertices(G, Vs), edges(G, Es).

%? near(a, [a-[b,c],b-[],c-[a]], _)
%? near(b, [a-[b,c],b-[],c-[a]], _)
%? near(z, [a-[b,c],b-[],c-[a]], _)
near(V, G, Ns) :- neighbours(V, G, Ns).
%? near_too(c, [a-[b,c],b-[],c-[a]], _)
near_too(V, G, Ns) :- neighbors(V, G, Ns).

%? more([a-[b],b-[]], [c,a], _)
%? more([], [], _)
%? more([], [a,a], _)
%? more([a-[]], [b,a,b], _)
more(G, Vs, H) :- add_vertices(G, Vs, H).
%? more_edges([a-[b],b-[]], [b-a,a-b,b-c], _)
%? more_edges([a-[z]], [a-b], _)
%? more_edges([b-[],a-[b,b]], [a-b], _)
%? more_edges([], [x-y], _)
more_edges(G, Es, H) :- add_edges(G, Es, H).
%? fewer([a-[b,c],b-[a],c-[]], [a], _)
%? fewer([a-[b,c],b-[a],c-[]], [z,b,c], _)
fewer(G, Vs, H) :- del_vertices(G, Vs, H).
%? fewer_edges([a-[b,c],b-[a],c-[]], [a-b,b-a], _)
%? fewer_edges([a-[b,c],b-[a],c-[]], [a-z,c-a], _)
%? fewer_edges([a-[b],b-[]], [a], _)
%? fewer_edges([], [a-b,0], _)
%? fewer_edges([], [], _)
fewer_edges(G, Es, H) :- del_edges(G, Es, H).
%? turned([a-[b,c],b-[a],c-[]], _)
%? turned([], _)
turned(G, H) :- transpose_ugraph(G, H).
%? reached(a, [a-[b],b-[c],c-[],d-[a]], _)
%? reached(d, [a-[b],b-[c],c-[],d-[a]], _)
%? reached(z, [a-[b],b-[c],c-[],d-[a]], _)
%? reached(a, [a-[b],b-[a]], _)
reached(V, G, Vs) :- reachable(V, G, Vs).
%? road(a, _)
road(X, N) :-
    findall(A-B, road_between(A, B), Es), vertices_edges_to_ugraph([], Es, G), reachable(X, G, R), length(R, N).
road_between(a, b).
road_between(b, c).
road_between(d, a).

%? closed([a-[b],b-[c],c-[],d-[a,d]], _)
%? closed([], _)
%? closed([1-[2,3],2-[4,5],4-[6],3-[],5-[],6-[]], _)
%? closed([1-[2,3],2-[4,5],3-[],4-[6],5-[],6-[]], _)
closed(G, C) :- transitive_closure(G, C).
%? composed([a-[b,c],b-[],c-[]], [b-[d],c-[e,f],d-[],e-[],f-[b]], _)
%? composed([], [a-[]], _)
%? composed([a-[b],b-[a]], [a-[b],b-[a]], _)
composed(G, H, C) :- compose(G, H, C).
%? sorted([a-[b],b-[]], _)
sorted(G, Vs) :- top_sort(G, Vs).
