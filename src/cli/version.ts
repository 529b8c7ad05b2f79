import type { Command } from 'commander'
import { VERSION } from '@/version'
import type { Io } from './io'

export function addVersion(program: Command, io: Io): void {
  program
    .command('version')
    .description('print the version')
    .option('--licenses', 'print the notices of the software it is made of as well')
    .action(async ({ licenses }: { licenses?: true }) => {
      io.out(`milepost ${VERSION.server} (API ${VERSION.api})`)
      if (licenses) await printNotices(io)
    })
}

/** Loaded only here: the texts are long. */
async function printNotices(io: Io): Promise<void> {
  const { packages } = await import('@/reference/licenses.gen.json')
  for (const { name, version, license, text } of packages)
    io.out(`\n${'-'.repeat(72)}\n${name} ${version} (${license})\n\n${text}`)
}
