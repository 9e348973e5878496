#SPDX - License - Identifier : MIT
#Settings as rooms see them : rows of the table, operators, variants of the final pass, exposure arithmetic.
photopic_room(settings exposure.cpp operators.cpp variants.cpp)
