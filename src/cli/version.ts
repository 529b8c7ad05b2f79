import type { Command } from 'commander'
import { VERSION } from '@/version'
import type { Io } from './io'

export function addVersion(program: Command, io: Io): void {
  program
    .command('version')
    .description('print the version')
    .action(() => io.out(`milepost ${VERSION.server} (API ${VERSION.api})`))
}
