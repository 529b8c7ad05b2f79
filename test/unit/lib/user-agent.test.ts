import { describe, expect, test } from 'bun:test'
import { detectDevice } from '@/lib/network/user-agent'

const MOZILLA = 'Mozilla/5.0'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('detectDevice', () => {
  test.each([
    [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Linux', 'Firefox'],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
      'Windows',
      'Chrome',
    ],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
      'Windows',
      'Edge',
    ],
    [
      `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`,
      'Linux',
      'Opera',
    ],
    [
      `${MOZILLA} (Linux; Android 15; SM-S931B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Android',
      'Samsung Internet',
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
      'macOS',
      'Safari',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
      'iOS',
      'Safari',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`,
      'iOS',
      'Chrome',
    ],
    [
      `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
      'ChromeOS',
      'Chrome',
    ],
  ])('recognises %s', (header, os, browser) => {
    expect(detectDevice(header)).toEqual({ os, browser })
  })

  test.each([
    null,
    '',
    'curl/8.5.0',
    'python-requests/2.32',
    `${MOZILLA} (X11; Linux x86_64)`,
    'Firefox/140.0',
  ])('returns undefined for %j', (header) => {
    expect(detectDevice(header)).toBeUndefined()
  })
})
