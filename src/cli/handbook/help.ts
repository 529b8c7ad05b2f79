import { brotliDecompressSync } from 'node:zlib'
import type { Command } from 'commander'
import type { Io } from '@/cli/io'
import { Failure } from '@/lib/failure'
import { findSimilar } from '@/lib/text/similar'
import { formatMarkdown } from './terminal-text'

/** Characters per line where the terminal does not say how many it has, and the most that are comfortable to read. */
const DEFAULT_WIDTH = 80
const MAX_WIDTH = 100

/** The page that lists the topics, and the word by which it is requested. */
const CONTENTS = 'README'
const TOPICS = 'topics'

/** A page of the handbook. */
interface Page {
  topic: string
  title: string
  text: string
}

/** Adds `help`, which prints the help of a command, or a page of the handbook. It needs all commands. */
export function addHelp(program: Command, io: Io): void {
  program
    .helpCommand(false)
    .command('help')
    .description(
      'print the help of a command, or a page of the handbook (`help topics` lists them)',
    )
    .argument('[topic...]', 'a command or a topic')
    .action(async (words: string[]) => {
      const command = findCommand(program, words)
      if (command) return command.outputHelp()
      const { title, text } = await requirePage(program, words)
      io.print(formatMarkdown(`# ${title}\n\n${text}`, chooseWidth(io)))
    })
}

/** @throws Failure when there is no such topic, with a suggestion if another one is similar */
async function requirePage(program: Command, words: readonly string[]): Promise<Page> {
  const pages = await loadPages()
  const typed = words.join(' ')
  const found = pages.find(({ topic }) => topic === (typed === TOPICS ? CONTENTS : typed))
  if (found) return found
  const names = program.commands.map((command) => command.name())
  const similar = findSimilar(typed, [...pages.map(({ topic }) => topic), TOPICS, ...names])
  const suggestion = similar === undefined ? '' : ` Did you mean milepost help ${similar}?`
  throw new Failure(
    'usage',
    `There is no command or topic ${typed}.${suggestion} All topics: milepost help ${TOPICS}`,
  )
}

/** Finds the command with these words; the program itself without words. */
function findCommand(program: Command, words: readonly string[]): Command | undefined {
  let found: Command | undefined = program
  for (const word of words)
    found = found?.commands.find(
      (command) => command.name() === word || command.aliases().includes(word),
    )
  return found
}

const chooseWidth = ({ width = DEFAULT_WIDTH }: Io) => Math.min(width, MAX_WIDTH)

/** Loads all pages. They are imported only here because they are long. */
async function loadPages(): Promise<Page[]> {
  const { brotli } = await import('@/domain/reference/handbook.gen.json')
  return JSON.parse(brotliDecompressSync(Buffer.from(brotli, 'base64')).toString())
}
