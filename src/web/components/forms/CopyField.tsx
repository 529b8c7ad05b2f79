import { ActionIcon, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '@/web/i18n/text'
import classes from './CopyField.module.css'

/** A value to copy. It is selected on focus, because the copy button requires a secure context (HTTPS). */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { copy, copied } = useClipboard()
  return (
    <TextInput
      classNames={{ root: classes.field, input: classes.value }}
      label={label}
      value={value}
      size="md"
      readOnly
      spellCheck={false}
      onFocus={({ currentTarget }) => currentTarget.select()}
      rightSection={
        <ActionIcon
          variant="subtle"
          aria-label={t(copied ? 'apps.copied' : 'apps.copy', { label })}
          onClick={() => copy(value)}
        >
          {copied ? <IconCheck size={18} stroke={1.75} /> : <IconCopy size={18} stroke={1.75} />}
        </ActionIcon>
      }
    />
  )
}
