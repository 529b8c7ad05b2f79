import { expect, test } from 'bun:test'
import { badRequest, internal } from '@/errors'
import { errorResponse, type Failure } from '@/http/error-response'

/** What answering an error logs, and the status of the answer. */
async function told(error: Error) {
  const logged: string[] = []
  const log = { error: (_: unknown, text: string) => logged.push(text) }
  const failure: Failure = {
    ...{ error, code: 'UNKNOWN', request: new Request('http://localhost/api/workouts') },
    allowedMethods: () => [],
    hasLostCaller: async () => false,
  }
  const ctx = { log, requestIds: { of: () => 'a' }, config: {}, addresses: {}, reserve: {} }
  const { status } = await errorResponse(failure, {} as never, ctx as never)
  return { status, logged }
}

const because = (error: Error) => Object.assign(error, { cause: new Error('why') })

test('a refusal is no fault, whatever it was made of: nothing is logged', async () => {
  expect(await told(badRequest('invalid file'))).toEqual({ status: 400, logged: [] })
  expect(await told(because(badRequest('invalid file')))).toEqual({ status: 400, logged: [] })
})

test('the cause of a fault is logged', async () => {
  expect(await told(because(internal()))).toEqual({ status: 500, logged: ['unexpected error'] })
})
