import { brotliDecompressSync } from 'node:zlib'
import type { Command } from 'commander'
import { VERSION } from '@/lib/version'
import type { Io } from './io'
import { printResult } from './output'

export function addVersion(program: Command, io: Io): void {
  program
    .command('version')
    .description('print the version')
    .option('--licenses', 'also print the licence notices of the software it contains')
    .action(async ({ licenses }: { licenses?: true }) => {
      const notices = licenses ? await readNotices() : undefined
      const { server, api } = VERSION
      const result = { version: server, api_version: api, ...(notices && { licenses: notices }) }
      printResult(io, result, [`milepost ${server} (API ${api})`, ...(notices ?? []).map(noticeOf)])
    })
}

interface Notice {
  name: string
  version: string
  license: string
  text: string
}

/** Reads all licence notices. They are imported only here because the texts are long. */
async function readNotices(): Promise<Notice[]> {
  const { brotli } = await import('@/domain/reference/licenses.gen.json')
  const texts = brotliDecompressSync(Buffer.from(brotli, 'base64')).toString()
  return JSON.parse(texts)
}

const noticeOf = ({ name, version, license, text }: Notice) =>
  `\n${'-'.repeat(72)}\n${name} ${version} (${license})\n\n${text}`
