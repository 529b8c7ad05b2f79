import { expect, test } from 'bun:test'
import { ApiError, isNotFound } from '@/web/api/client/api-error'
import { describeError } from '@/web/components/feedback/describe-error'

test.each([
  ['what happened', 400, { status: 'error', message: 'no selected file' }, 'Choose a file first.'],
  [
    'several things',
    400,
    { message: 'Errors: email: valid email must be provided\npassword: 8 characters required\n' },
    'Enter a valid email address\nAt least 8 characters',
  ],
  ['the server’s own words', 400, { status: 'error', message: 'new words' }, 'new words'],
  ['a list of reasons', 400, { message: ['one', 'two'] }, 'one\ntwo'],
  ['the words of OAuth', 401, { error: 'invalid_token', error_description: 'expired' }, 'expired'],
  ['the size', 413, null, 'The file is too large for this server.'],
  ['the bare status', 502, '<html>', 'The server responded with status 502.'],
  [
    'a lost connection',
    0,
    null,
    'The server cannot be reached. Check the connection and try again.',
  ],
])('the message of an error describes %s', (_, status, body, text) => {
  expect(describeError(new ApiError(status, body))).toBe(text)
})

test('other thrown values have a message too', () => {
  expect(describeError(new Error('boom'))).toBe('boom')
  expect(describeError('boom')).toBe('An unexpected error occurred.')
})

test('only a 404 means that something does not exist', () => {
  expect(isNotFound(new ApiError(404, null))).toBe(true)
  expect(isNotFound(new ApiError(403, null))).toBe(false)
  expect(isNotFound(new Error('404'))).toBe(false)
})
