/** The page's styles do not reach into the shadow root, and these do not leave it. */
export const overlayStyles = `
:host { all: initial; position: fixed; z-index: 2147483647; }
* { box-sizing: border-box; }
.layer {
  position: fixed; inset: auto 0 0; pointer-events: none;
  display: flex; flex-direction: column; max-block-size: 100dvh;
  font: 14px/1.5 system-ui, sans-serif; color: #fafaf9; color-scheme: dark;
}
.layer > * { pointer-events: auto; }
button, a { font: inherit; color: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; }
a { color: #7dd3fc; }
:focus-visible { outline: 2px solid #7dd3fc; outline-offset: -2px; }
#signpost-problems {
  display: flex; flex-direction: column; min-block-size: 0; max-block-size: 50dvh;
  background: #1c1917; border-block-start: 4px solid #dc2626;
}
.report {
  overflow: auto; min-block-size: 0; padding: 4px 20px 16px; font: 14px/1.5 ui-monospace, monospace;
}
.line { --hang: 2ch; min-block-size: 1.5em; white-space: pre-wrap; overflow-wrap: anywhere; padding-inline-start: var(--hang); text-indent: calc(-1 * var(--hang)); }
.line[data-kind=label] { --hang: 2ch; white-space: normal; text-indent: 0; }
.excerpt { overflow: auto hidden; margin-block: 4px; padding: 6px 0; background: #0c0a09; border-radius: 4px; }
.excerpt .line { inline-size: max-content; white-space: pre; padding-inline: 0 12px; text-indent: 0; }
.problem-count { display: flex; align-items: center; justify-content: space-between; flex: none; padding-inline-start: 20px; }
.problem-count button { min-block-size: 44px; padding-inline: 20px; color: #d6d3d1; }
.problem-count button:hover { background: #44403c; }
[data-part=severity], [data-part=caret] { color: #fca5a5; font-weight: 700; }
[data-part=code], [data-part=gutter], [data-part=label] { color: #a8a29e; }
[data-part=fix] { color: #86efac; }
.edit { position: fixed; inset: auto auto 80px 0; padding: 9px 14px; font-weight: 600; background: #1c1917; border: 1px solid #57534e; border-inline-start: 0; border-start-end-radius: 8px; border-end-end-radius: 8px; text-decoration: none; }
:host([data-draft]) .edit::after { content: ' · unsaved changes are shown'; font-weight: 400; }
.edit:hover { background: #44403c; }
.notice:not(:empty) { position: fixed; inset: auto 12px 12px auto; max-inline-size: calc(100vw - 24px); padding: 6px 12px; background: #44403c; border-radius: 4px; }
@media (min-width: 700px) { .line[data-kind=label] { --hang: 12ch; white-space: pre-wrap; text-indent: calc(-1 * var(--hang)); } }
@media print { .layer { display: none; } }
`
