import { expect, test } from 'bun:test'
import { SharedSync } from '@/lib/shared-sync'

/** A disk that is done, or fails, when it is told to. */
function startDisk() {
  const jobs: PromiseWithResolvers<void>[] = []
  const shared = new SharedSync(() => {
    const job = Promise.withResolvers<void>()
    jobs.push(job)
    return job.promise
  })
  const done: string[] = []
  const ask = (name: string) =>
    shared.wait().then(
      () => void done.push(name),
      (error: Error) => void done.push(`${name}: ${error.message}`),
    )
  return { jobs, done, ask }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('who asks while the disk is at work waits for the next time, together with the others', async () => {
  const { jobs, done, ask } = startDisk()
  for (const name of ['a', 'b']) void ask(name)
  await turn()
  expect(jobs).toHaveLength(1)
  for (const name of ['c', 'd']) void ask(name)
  jobs[0]?.resolve()
  await turn()
  expect(done).toEqual(['a', 'b'])
  expect(jobs).toHaveLength(2)
  void ask('e')
  jobs[1]?.resolve()
  await turn()
  expect(done).toEqual(['a', 'b', 'c', 'd'])
  jobs[2]?.resolve()
  await turn()
  expect(done.at(-1)).toBe('e')
})

test('a disk that fails is told to those who have waited for it, and asked again by the next', async () => {
  const { jobs, done, ask } = startDisk()
  void ask('a')
  await turn()
  void ask('b')
  jobs[0]?.reject(new Error('EIO'))
  await turn()
  jobs[1]?.resolve()
  await turn()
  expect(done).toEqual(['a: EIO', 'b'])
})
