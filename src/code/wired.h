// SPDX-License-Identifier: MIT
/* How a class of models or heads uses its own parts, by the syntax of its methods and of those of its bases in the
 * project: what is certain from that, and nothing else. */
#ifndef CODE_WIRED_H
#define CODE_WIRED_H
#include "code/names.h"

/* what, one of
 *   "stores K"         an object keeps under the name K what its constructor gets for K, as it comes
 *   "feeds A B"        what `self.A(...)` gives goes to `self.B(...)` as it comes, wherever that is called
 *   "hands F B M"      in its method M what `self.F(...)` gives goes first to `self.B(...)` or `self.B.M(...)` as it
 *                      comes, wherever these are called there; others may stand behind it
 *   "gives M B"        all that its method M returns is what `self.B(...)` gave last, as it comes
 *   "copies K into A"  a constructor that gets both puts its argument K into its argument A: `A.K = K`
 *   "chooses A K"      a base's constructor gives the object as A its argument K, or the class's A where K is None
 *   "method M W V"     it has a method M whose code names W and V on objects
 *   "puts K"           its code gives something's key K a value
 *   "fills N"          its code gives items of the variable or key N other values, or changes N in place
 *   "sets A"           it gives its attribute A a value that isn't made of an argument of that name
 *   "lacks M"          none of them has a method, or attribute, M
 *   "needs but K L"    its constructor has a parameter without a default that is neither K nor L
 *   "omits N"          nowhere in their code is anything called N: no variable, argument, attribute, key or text
 *   "asks M N"         its method M calls `x.N()` without an argument, or takes `x['N']`
 *   "raises M"         its method M does nothing but raise
 *   "bars M N"         its method M has no argument N, nor any for what else it is given (`*args`, `**kwargs`)
 *   "counts M K"       its method M asserts `len(x) == len(self.K)`, x what it is given, and it stores K
 *   "parts M K"        its method M makes a part for single items of K: `Conv(K[i], ...)`
 *   "spares M K"       its method M has an argument K that is None when nobody gives it, and asks for that
 * true: so it is. Bases outside the project are not asked. */
bool wired(struct index *c, struct arena *a, struct cls *k, const char *what);
#endif
