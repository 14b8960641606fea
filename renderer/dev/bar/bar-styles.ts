/** The page's styles do not reach into the shadow root, and these do not leave it. */
export const barStyles = `
:host { all: initial; position: fixed; z-index: 2147483647; }
* { box-sizing: border-box; }
.layer {
  position: fixed; inset: auto 0 var(--bottom, 0px) 0; pointer-events: none;
  display: flex; flex-direction: column; max-block-size: calc(100dvh - var(--bottom, 0px));
  font: 14px/1.5 system-ui, sans-serif; color: #fafaf9; color-scheme: dark;
}
.layer > * { pointer-events: auto; }
button, a { font: inherit; color: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; }
a { color: #7dd3fc; }
:focus-visible { outline: 2px solid #7dd3fc; outline-offset: -2px; }
code { font: 13px/1.5 ui-monospace, monospace; background: #44403c; padding: 0 4px; border-radius: 3px; }
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
[data-part=code], [data-part=gutter], [data-part=label], [data-part=comment] { color: #a8a29e; }
[data-part=key] { color: #93c5fd; }
[data-part=citation] { color: #fcd34d; }
[data-part=fix] { color: #86efac; }
.bar { display: flex; flex-direction: column; min-block-size: 0; flex: none; max-block-size: calc(85dvh - var(--bottom, 0px)); background: #1c1917; border-block-start: 1px solid #57534e; }
#signpost-problems + .bar { max-block-size: 50dvh; }
.strip { display: flex; align-items: stretch; flex: none; min-block-size: 40px; }
.summary { display: flex; align-items: center; gap: 14px; flex: none; padding-inline: 12px; white-space: nowrap; }
.summary:hover, .fold:hover, .tab:hover { background: #44403c; }
.mark {
  display: inline-grid; place-items: center; flex: none; inline-size: 18px; block-size: 18px;
  border-radius: 9px; font: 700 11px/1 system-ui, sans-serif; background: #166534; color: #fff;
}
.mark[data-severity=warning] { background: #facc15; color: #1c1917; }
.mark[data-severity=error] { background: #dc2626; }
.unlisted, .over { color: #fcd34d; }
.arrow { inline-size: 8px; block-size: 8px; border: solid; border-width: 2px 2px 0 0; rotate: -45deg; translate: 0 2px; }
[aria-expanded=true] .arrow { rotate: 135deg; translate: 0 -2px; }
.place { position: relative; }
.strip .place { display: flex; flex: 1; min-inline-size: 0; align-items: center; padding-inline: 4px; }
.strip .place a { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; padding-block: 8px; }
.notice:not(:empty) { position: fixed; inset: auto 12px calc(var(--bottom, 0px) + 52px) auto; max-inline-size: calc(100vw - 24px); padding: 6px 12px; background: #44403c; border-radius: 4px; }
.strip .edit { display: flex; align-items: center; padding-inline: 12px; font-weight: 600; }
.missing { margin: 0; padding: 9px 12px; flex: 1; overflow-wrap: anywhere; }
.fold { flex: none; inline-size: 44px; margin-inline-start: auto; font-size: 20px; }
.tab {
  align-self: flex-start; display: flex; align-items: center; gap: 6px; block-size: 36px; padding-inline: 10px 12px;
  background: #1c1917; border: 1px solid #57534e; border-width: 1px 1px 0 0; border-start-end-radius: 8px;
}
.details {
  display: grid; gap: 20px 32px; padding: 16px 20px 20px; overflow: auto; min-block-size: 0;
  border-block-end: 1px solid #57534e;
}
.details > * { min-inline-size: 0; }
h2 { margin: 0 0 8px; font: 600 13px/1.5 system-ui, sans-serif; color: #d6d3d1; }
p, ul, dl { margin: 0 0 16px; padding: 0; }
section > :last-child { margin-block-end: 0; }
.preview { padding: 12px 14px; margin-block-end: 10px; border-radius: 8px; background: #fff; color: #1f1f1f; overflow-wrap: anywhere; font-family: arial, sans-serif; }
.preview-site { font-size: 14px; line-height: 20px; }
.preview-address { font-size: 12px; line-height: 18px; color: #4d5156; }
.preview-title { margin-block: 4px; font-size: 20px; line-height: 26px; color: #1a0dab; }
.preview-description { font-size: 14px; line-height: 22px; color: #4d5156; }
.preview mark { background: #fecaca; color: #991b1b; }
img { display: block; inline-size: 100%; block-size: auto; max-inline-size: 480px; border-radius: 8px; background: #44403c; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; }
dt { color: #d6d3d1; }
dd { margin: 0; overflow-wrap: anywhere; }
ul { list-style: none; display: grid; gap: 10px; }
li { padding-inline-start: 10px; border-inline-start: 3px solid #facc15; overflow-wrap: anywhere; }
li[data-severity=error] { border-color: #dc2626; }
@media (min-width: 700px) { .line[data-kind=label] { --hang: 12ch; white-space: pre-wrap; text-indent: calc(-1 * var(--hang)); } .details { grid-template-columns: 1fr 1fr; } }
@media (min-width: 1100px) { .details { grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) minmax(0, 5fr); } }
@media (max-width: 699px) { .wide, .strip .folder { display: none; } .summary { gap: 10px; padding-inline: 10px; font-size: 13px; } .strip .place { font-size: 13px; } }
@media print { .layer { display: none; } }
`
