import type { Command } from 'commander'
import { Failure } from '@/lib/failure'
import { findSimilar } from '@/lib/text/similar'

/** @throws Failure for a misspelt command, with a suggestion if another one is similar. */
export function rejectUnknown(words: readonly string[], known: readonly string[]): never {
  const path = ['milepost', ...words]
  const parent = path.slice(0, -1).join(' ')
  const similar = findSimilar(words.at(-1) ?? '', known)
  const suggestion = similar === undefined ? '' : ` Did you mean ${parent} ${similar}?`
  throw new Failure(
    'usage',
    `There is no command ${path.join(' ')}.${suggestion} All commands: ${parent} --help`,
  )
}

/** @throws Failure when a command is followed by an unknown subcommand. */
export function requireKnownSubcommand(program: Command, args: readonly string[]): void {
  let [command, words]: [Command, string[]] = [program, []]
  for (const word of args) {
    const { commands } = command
    if (word.startsWith('-') || commands.length === 0) return
    words = [...words, word]
    const child = commands.find((one) => one.name() === word || one.aliases().includes(word))
    if (child) command = child
    else if (word === 'help') return
    else
      rejectUnknown(
        words,
        commands.map((one) => one.name()),
      )
  }
}
