import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { provenance } from '@/build/release/provenance'
import { publishRelease } from '@/build/release/publish-release'
import { requirePublishedKey, signChecksums } from '@/build/release/signature'
import { afterTest } from '../../support/after-test'
import { newTestFolder } from '../../support/folder'

const hasKeygen = Bun.which('ssh-keygen') !== null
if (!hasKeygen) console.warn('SKIPPED: signatures of releases, apt-get install openssh-client')

/** A new key and a list of signers that contains it. */
function newKey(folder: string, name: string) {
  const key = join(folder, name)
  Bun.spawnSync(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', key])
  const signers = `${key}.signers`
  const [kind, text] = readFileSync(`${key}.pub`, 'utf8').split(' ')
  writeFileSync(signers, `releases@milepost namespaces="milepost-release" ${kind} ${text}\n`)
  return { key, signers }
}

describe.skipIf(!hasKeygen)('release checksums', () => {
  const verify = (file: string, signers: string) =>
    Bun.spawnSync(
      [
        ...['ssh-keygen', '-Y', 'verify', '-f', signers, '-I', 'releases@milepost'],
        ...['-n', 'milepost-release', '-s', `${file}.sig`],
      ],
      { stdin: Bun.file(file) },
    ).exitCode

  test('are signed so that changes are detected', () => {
    const folder = newTestFolder()
    const { key, signers } = newKey(folder, 'key')
    const file = join(folder, 'SHA256SUMS')
    writeFileSync(file, 'ab  milepost\n')
    signChecksums(file, key, signers)
    expect(verify(file, signers)).toBe(0)
    writeFileSync(file, 'cd  milepost\n')
    expect(verify(file, signers)).not.toBe(0)
  })

  test('cannot be signed with an unpublished key', () => {
    const folder = newTestFolder()
    const [mine, other] = [newKey(folder, 'mine'), newKey(folder, 'other')]
    const file = join(folder, 'SHA256SUMS')
    writeFileSync(file, 'ab  milepost\n')
    expect(() => signChecksums(file, mine.key, other.signers)).toThrow('ssh-keygen -Y verify')
  })

  test('are not even built with an unpublished key', () => {
    const folder = newTestFolder()
    const [mine, other] = [newKey(folder, 'mine'), newKey(folder, 'other')]
    expect(() => requirePublishedKey(mine.key, mine.signers)).not.toThrow()
    expect(() => requirePublishedKey(mine.key, other.signers)).toThrow('must be in')
    expect(() => requirePublishedKey(join(folder, 'missing'), mine.signers)).toThrow('must be in')
  })

  test('are accepted as long as one of several published keys has signed them', () => {
    const folder = newTestFolder()
    const [old, next] = [newKey(folder, 'old'), newKey(folder, 'next')]
    const both = join(folder, 'both')
    writeFileSync(both, [old, next].map(({ signers }) => readFileSync(signers, 'utf8')).join(''))
    for (const { key } of [old, next]) expect(() => requirePublishedKey(key, both)).not.toThrow()
  })
})

test('the provenance of a release contains the commit and every file', () => {
  const { subject, predicate } = provenance(
    {
      GITHUB_SERVER_URL: 'https://git.example.org',
      ...{ GITHUB_REPOSITORY: 'ann/milepost', GITHUB_SHA: 'c0ffee', GITHUB_REF: 'refs/tags/v1' },
    },
    [{ name: 'milepost-linux-x64', sha256: 'ab' }],
  )
  expect(subject).toEqual([{ name: 'milepost-linux-x64', digest: { sha256: 'ab' } }])
  expect(predicate.buildDefinition.resolvedDependencies).toEqual([
    {
      uri: 'git+https://git.example.org/ann/milepost@refs/tags/v1',
      digest: { gitCommit: 'c0ffee' },
    },
  ])
})

describe('publishing a release', () => {
  /** A fake GitHub API that rejects the file with this name, if given. */
  function startApi(refused?: string) {
    const calls: string[] = []
    const server = Bun.serve({
      port: 0,
      fetch: async (request) => {
        const { pathname, searchParams } = new URL(request.url)
        const body = await request.text()
        const name = searchParams.get('name')
        calls.push(`${request.method} ${pathname}${name === null ? '' : ` ${name}`} ${body}`)
        if (request.headers.get('authorization') !== 'Bearer t')
          return new Response('no', { status: 401 })
        if (name !== null && name === refused) return new Response('full', { status: 507 })
        return Response.json({
          id: 7,
          upload_url: `${new URL('/uploads', request.url)}{?name,label}`,
        })
      },
    })
    afterTest(() => server.stop(true))
    const workflow = { api: server.url.origin, repository: 'ann/milepost', tag: 'v1', token: 't' }
    return { calls, workflow }
  }

  function aRelease() {
    const folder = newTestFolder()
    writeFileSync(join(folder, 'CHANGELOG.md'), '# v1')
    writeFileSync(join(folder, 'SHA256SUMS'), 'ab')
    return folder
  }

  test('makes it public only when all files are uploaded', async () => {
    const { calls, workflow } = startApi()
    await publishRelease(aRelease(), workflow)
    expect(calls).toEqual([
      'POST /repos/ann/milepost/releases {"tag_name":"v1","name":"v1","body":"# v1","draft":true}',
      'POST /uploads CHANGELOG.md # v1',
      'POST /uploads SHA256SUMS ab',
      'PATCH /repos/ann/milepost/releases/7 {"draft":false}',
    ])
  })

  test('leaves a draft when an upload is rejected, and reports why', async () => {
    const { calls, workflow } = startApi('SHA256SUMS')
    await expect(publishRelease(aRelease(), workflow)).rejects.toThrow('507 full')
    expect(calls.some((call) => call.startsWith('PATCH'))).toBe(false)
  })
})
