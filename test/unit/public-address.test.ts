import { describe, expect, test } from 'bun:test'
import { isPublicAddress } from '@/lib/network/public-address'

const PRIVATE = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.255.0.1'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1', '192.0.2.1', '198.18.0.1'],
  ...['224.0.0.1', '255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:10.0.0.1'],
  ...['::ffff:8.8.8.8', '64:ff9b::a00:1', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1'],
  ...['2001:db8::1', '2001::1', '2002:a00:1::', 'no address', ''],
]
const PUBLIC = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700::1111']

describe('a public address', () => {
  test('is none of this machine, of private, carrier or link-local networks', () => {
    expect(PRIVATE.filter(isPublicAddress)).toEqual([])
  })

  test('is any other', () => {
    expect(PUBLIC.filter(isPublicAddress)).toEqual(PUBLIC)
  })
})
