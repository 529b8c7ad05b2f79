import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Address ranges that are not part of the public internet (IANA's special-purpose registries for IPv4 and IPv6): this
 * machine, private and carrier networks, link-local addresses with the metadata services of clouds, multicast, tests.
 */
const SPECIAL_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/** Global unicast addresses are 2000::/3; these parts of it lead elsewhere, some of them to IPv4 addresses. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']
const GLOBAL_IPV6 = '2000::/3'

function listRanges(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [start = '', bits] = range.split('/')
    list.addSubnet(start, Number(bits), family)
  }
  return list
}

const special4 = listRanges(SPECIAL_IPV4, 'ipv4')
const special6 = listRanges(SPECIAL_IPV6, 'ipv6')
const global6 = listRanges([GLOBAL_IPV6], 'ipv6')

/**
 * Whether an IP address belongs to the public internet. IPv4 addresses inside of IPv6 ones (`::ffff:10.0.0.1`,
 * `64:ff9b::a00:1`) do not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv4(address)) return !special4.check(address, 'ipv4')
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}
