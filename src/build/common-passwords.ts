import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inProject, writeAtomically } from './project'

/** Number of common passwords that the server rejects. */
const COUNT = 3000
const MINIMUM = 8

const PACKAGE = join(
  dirname(fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common'))),
  '..',
)
const TARGET = inProject('src', 'domain', 'reference', 'common-passwords.json')

/** Writes the list of the most common passwords, ordered by frequency. */
function writeCommonPasswords(): void {
  const { name, version, license } = JSON.parse(readFileSync(`${PACKAGE}/package.json`, 'utf8'))
  const all: string[] = JSON.parse(readFileSync(`${PACKAGE}/src/passwords.json`, 'utf8'))
  const passwords = all.filter((password) => password.length >= MINIMUM).slice(0, COUNT)
  const _source = `the ${COUNT} most common of at least ${MINIMUM} characters in ${name} ${version} (${license}), written by src/build/common-passwords.ts`
  writeAtomically(
    TARGET,
    `${JSON.stringify({ _source, passwords: passwords.join(' ') }, null, 2)}\n`,
  )
}

writeCommonPasswords()
