import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Inbox } from '@/store/files/inbox'
import { InboxTree } from '@/store/files/inbox-folder'
import { newTestFolder } from '../../support/folder'

const modeOf = (...parts: string[]) => (statSync(join(...parts)).mode & 0o7777).toString(8)

/** An inbox of the user ann with an imported file and one uploaded through WebDAV. */
async function fillInbox(mode: number): Promise<string> {
  const root = join(newTestFolder(), 'inbox')
  mkdirSync(root)
  chmodSync(root, mode)
  const inbox = new Inbox(root)
  await inbox.createFolders('ann', '2026')
  writeFileSync(join(root, 'ann', '2026', 'ride.gpx'), '<gpx/>')
  const [file] = await inbox.waiting('ann')
  if (file) await inbox.finish(file, 'failed', 'It is empty.')
  const tree = new InboxTree(inbox, 'ann')
  await tree.put('sent.gpx', async (path) => writeFileSync(path, '<gpx/>', { mode: 0o600 }))
  return root
}

test('files in a shared inbox are accessible to its group', async () => {
  const before = process.umask(0o077)
  try {
    const root = await fillInbox(0o2770)
    for (const folder of ['ann', 'ann/2026', 'ann/failed', 'ann/failed/2026'])
      expect([folder, modeOf(root, folder)]).toEqual([folder, '2770'])
    expect(modeOf(root, 'ann/failed/2026/ride.gpx.txt')).toBe('660')
    expect(modeOf(root, 'ann/sent.gpx')).toBe('660')
    expect(process.umask()).toBe(0o077)
  } finally {
    process.umask(before)
  }
})

test('files in an unshared inbox are not accessible to others', async () => {
  const before = process.umask(0o077)
  try {
    const root = await fillInbox(0o700)
    for (const folder of ['ann', 'ann/2026', 'ann/failed'])
      expect([folder, modeOf(root, folder)]).toEqual([folder, '700'])
    expect(modeOf(root, 'ann/sent.gpx')).toBe('600')
  } finally {
    process.umask(before)
  }
})
