import { t } from 'elysia'

const literals = (words: readonly string[]) => words.map((word) => t.Literal(word))

/** An optional string out of a list. NOTE not `t.UnionEnum`: Elysia would use its first value as the default. */
export const optionalWord = <const Word extends string>(words: readonly Word[]) =>
  t.Optional(t.Unsafe<Word>(t.Union(literals(words))))

/** Like `optionalWord`, but also accepts null. */
export const wordOrNull = <const Word extends string>(words: readonly Word[]) =>
  t.Optional(t.Unsafe<Word | null>(t.Union([t.Null(), ...literals(words)])))
