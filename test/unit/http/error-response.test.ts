import { expect, test } from 'bun:test'
import { badRequest, internal } from '@/lib/errors'
import { errorResponse, type Failure } from '@/server/http/responses/error-response'

/** Responds to an error. Returns the status and what was logged. */
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

test('client errors are not logged, whatever their cause', async () => {
  expect(await told(badRequest('invalid file'))).toEqual({ status: 400, logged: [] })
  expect(await told(because(badRequest('invalid file')))).toEqual({ status: 400, logged: [] })
})

test('the cause of a server error is logged', async () => {
  expect(await told(because(internal()))).toEqual({ status: 500, logged: ['unexpected error'] })
})
