import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { printResult } from '@/cli/output'
import { SCOPE_TEXTS, SCOPES } from '@/policy/scopes'

/** Adds the command that lists the scopes of tokens and apps. */
export function addScopes(program: Command, io: Io): void {
  program
    .command('scopes')
    .description('list the scopes that tokens and apps can have, and what they allow')
    .action(() => {
      const scopes = SCOPES.map((name) => ({ name, allows: SCOPE_TEXTS[name] }))
      printResult(
        io,
        { scopes },
        scopes.map(({ name, allows }) => `${name}\t${allows}`),
      )
    })
}
