import { t } from 'elysia'

const literals = (words: readonly string[]) => words.map((word) => t.Literal(word))

/** One of some words in a body, or nothing. NOTE not `t.UnionEnum`: Elysia fills in its first word where none is given. */
export const optionalWord = <const Word extends string>(words: readonly Word[]) =>
  t.Optional(t.Unsafe<Word>(t.Union(literals(words))))

/** The same where null is nothing, too. */
export const wordOrNull = <const Word extends string>(words: readonly Word[]) =>
  t.Optional(t.Unsafe<Word | null>(t.Union([t.Null(), ...literals(words)])))
