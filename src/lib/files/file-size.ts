const UNITS = [' bytes', 'KB', 'MB', 'GB', 'TB']

/** Formats a size for people: `0 bytes`, `1 byte`, `100.0 bytes`, `1.0KB`, `273.5MB` (1024 base, one decimal). */
export function formatFileSize(bytes: number): string {
  if (bytes === 0) return '0 bytes'
  if (bytes === 1) return '1 byte'
  const unit = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return `${(bytes / 1024 ** unit).toFixed(1)}${UNITS[unit]}`
}
