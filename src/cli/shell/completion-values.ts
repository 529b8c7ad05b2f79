import type { Argument, Option } from 'commander'
import sports from '@/domain/reference/sports.json'
import { LOG_LEVELS } from '@/lib/config/config'
import { SCOPES } from '@/policy/scopes'

/** Values of options and arguments that also accept others, by the name of the value in the help. */
const SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {
  sport: sports.sports.map(({ label }) => label),
  'id or name': sports.sports.map(({ label }) => label),
  scopes: SCOPES,
  level: LOG_LEVELS,
  format: ['text', 'json'],
  dialect: ['spec', 'fittrackee'],
  shell: ['bash', 'zsh', 'fish'],
}

/** The values that a shell offers for an option. */
export const valuesOfOption = ({ argChoices, flags }: Option): readonly string[] =>
  argChoices ?? SUGGESTIONS[/<(.+)>/.exec(flags)?.[1] ?? ''] ?? []

/** The values that a shell offers for an argument. */
export const valuesOfArgument = (argument: Argument): readonly string[] =>
  argument.argChoices ?? SUGGESTIONS[argument.name()] ?? []
