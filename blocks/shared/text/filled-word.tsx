import { Fragment, type ReactNode } from 'react'

type Props = { word: string; values: Record<string, ReactNode> }

/** A text with elements in place of its variables: `Updated {date}`. */
export function FilledWord({ word, values }: Props) {
  return word
    .split(/\{(\w+)\}/)
    .map((part, index) => <Fragment key={index}>{index % 2 === 0 ? part : values[part]}</Fragment>)
}
