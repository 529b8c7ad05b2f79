import { brotliDecompressSync } from 'node:zlib'
import type { Command } from 'commander'
import { VERSION } from '@/lib/version'
import type { Io } from './io'

export function addVersion(program: Command, io: Io): void {
  program
    .command('version')
    .description('print the version')
    .option('--licenses', 'also print the licence notices of the software it contains')
    .action(async ({ licenses }: { licenses?: true }) => {
      io.out(`milepost ${VERSION.server} (API ${VERSION.api})`)
      if (licenses) await printNotices(io)
    })
}

/** Prints all licence notices. They are imported only here because the texts are long. */
async function printNotices(io: Io): Promise<void> {
  const { brotli } = await import('@/domain/reference/licenses.gen.json')
  const texts = brotliDecompressSync(Buffer.from(brotli, 'base64')).toString()
  const packages: { name: string; version: string; license: string; text: string }[] =
    JSON.parse(texts)
  for (const { name, version, license, text } of packages)
    io.out(`\n${'-'.repeat(72)}\n${name} ${version} (${license})\n\n${text}`)
}
