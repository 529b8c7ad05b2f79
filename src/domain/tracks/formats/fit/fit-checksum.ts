/** The checksum of the bytes of a FIT file (FIT protocol, CRC). */
export function fitChecksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes)
    for (const half of [byte & 15, byte >> 4])
      sum = (sum >> 4) ^ (CRC_TABLE[sum & 15] ?? 0) ^ (CRC_TABLE[half] ?? 0)
  return sum
}

const CRC_TABLE = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401,
  0x5000, 0x9c01, 0x8801, 0x4400,
]
