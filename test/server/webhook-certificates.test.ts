import { describe, expect, test } from 'bun:test'
import { postOutside } from '@/lib/network/post-outside'
import { startTlsProxy } from '../support/tls-proxy'

/** Posts to a server with a certificate for `localhost` that no authority has signed. */
async function postTo(host: string) {
  const url = new URL((await startTlsProxy('http://127.0.0.1:1')).url)
  url.hostname = host
  return postOutside({ url, headers: {}, body: '{}', allowedHosts: [host], timeout: 5000 })
}

describe('a webhook to a server whose certificate is not trusted', () => {
  test.each(['localhost', '127.0.0.1'])('is not delivered: %s', async (host) => {
    await expect(postTo(host)).rejects.toThrow('self signed certificate')
  })
})
