import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HANDBOOK } from '@/build/handbook/read-pages'
import { inProject } from '@/build/project'

/** A block of commands in a page: commands that a test runs, or why no test does. */
export interface CommandBlock {
  page: string
  language: 'sh' | 'python' | 'ts'
  commands: string
  /** The reason why it is not run. */
  notRun?: string
  /** The test that runs it in another way. */
  runBy?: string
  /** Commands that readers do not see, which create what the block needs. */
  first?: string
}

const BLOCK =
  /(?:<!-- (not run|run by|run first):\s*([\s\S]*?)\s*-->\n)?(?:<!-- [\w-]+ -->\n)?```(sh|python|ts)\n([\s\S]*?)```/g

/** The Markdown of a page of the handbook, or of the README of the project. */
const readPage = (page: string) =>
  readFileSync(page === 'README' ? inProject('README.md') : join(HANDBOOK, `${page}.md`), 'utf8')

/** Lists the blocks of commands of a page. */
export const readBlocks = (page: string): CommandBlock[] =>
  [...readPage(page).matchAll(BLOCK)].map(([, kind, note = '', language, commands = '']) => ({
    page,
    language: language as CommandBlock['language'],
    commands,
    ...(kind === 'not run' && { notRun: note }),
    ...(kind === 'run by' && { runBy: note }),
    ...(kind === 'run first' && { first: note }),
  }))

/** The pages with commands: the README of the project, and those of the handbook. */
export const listPages = (): string[] => [
  'README',
  ...readdirSync(HANDBOOK)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => name.slice(0, -'.md'.length)),
]

/** Whether a test exists and reads the page of a block. */
export const isRunBy = (test: string, page: string): boolean =>
  existsSync(inProject(test)) && readFileSync(inProject(test), 'utf8').includes(page)
