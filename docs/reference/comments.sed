# SPDX-License-Identifier: MIT
# Comments of the public headers in Doxygen's form: the first lines are about the file, and the plain comments of the
# headers for C are about what they stand before or after. The number of lines stays.
1s,^/\* .*,/** @file,
2s,^/\* , * ,
1s,^// .*,/// @file,
2,/^(#|$)/s,^//( |$),///\1,
/^ *\/\* (----|Optional|Enumerations:)/b
3,$s,^( *)/\* ,\1/** ,
3,$s,([^ ].*) /\* ,\1 /**< ,
