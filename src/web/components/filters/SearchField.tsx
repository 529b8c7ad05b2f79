import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds after the last typed letter until a list is searched. */
const TYPING_PAUSE_MS = 250

/** A field for a text that a list is searched for. */
export function SearchField({
  text = '',
  onSearch,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  /** The text at first. */
  text?: string | undefined
  /** Called with the text, without spaces around it, when typing pauses. */
  onSearch: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback(onSearch, TYPING_PAUSE_MS)
  return (
    <TextInput
      type="search"
      size="md"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value.trim())
      }}
      {...props}
    />
  )
}
