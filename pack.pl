name(pydecl).
version('0.2.0').
title('Game tree searches: minimax, alpha-beta, scout, SSS*, MTD(f), proof-number search and others').
author('the pydecl authors', '').
