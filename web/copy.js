// Takes over parts of the server's report page. The page was parsed into a document without a window; here every element is
// made anew, and only what a report consists of is taken: no script, style, form, frame, image or handler comes through,
// whatever the text of a model or a web page said.

const TAGS = new Set(['a', 'article', 'aside', 'b', 'blockquote', 'br', 'button', 'caption', 'code', 'dd', 'del', 'details', 'div', 'dl', 'dt', 'em',
  'figcaption', 'figure', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'i', 'li', 'mark', 'nav', 'ol', 'p', 'pre', 's', 'section', 'small', 'span', 'strong',
  'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul']);
const ATTRIBUTES = new Set(['class', 'id', 'dir', 'lang', 'title', 'align', 'scope', 'colspan', 'rowspan', 'start', 'aria-hidden', 'aria-label', 'aria-labelledby', 'tabindex', 'role']);
// What is left out with all it holds; of any other unknown element the content is kept.
const DROPPED = new Set(['script', 'style', 'template', 'iframe', 'object', 'embed', 'form', 'input', 'textarea', 'select', 'img', 'video', 'audio', 'link', 'meta', 'base', 'title', 'noscript', 'math']);
// Names that the report gives its parts. Others could stand in for parts of the page.
const IDS = /^(answer|answer-title|conflicts|voices|notes|left-out|sources|(s|e|t|part-|source-)\d+)$/;
const SVG = 'http://www.w3.org/2000/svg';

function address(node, made) {
  const href = node.getAttribute('href') || '';
  if (href.startsWith('#')) { made.setAttribute('href', href); return; }
  let url;
  try { url = new URL(href); } catch { return; }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return;
  made.setAttribute('href', url.href);
  made.setAttribute('target', '_blank');
  made.setAttribute('rel', 'noopener noreferrer nofollow');
}

// The signs are symbols of the page; any other drawing is left out.
function drawing(node) {
  const use = node.querySelector('use')?.getAttribute('href') || '';
  if (!/^#sg-[a-z]+$/.test(use)) return null;
  const svg = document.createElementNS(SVG, 'svg'), made = document.createElementNS(SVG, 'use');
  svg.setAttribute('class', 'sign');
  svg.setAttribute('viewBox', '0 0 12 12');
  svg.setAttribute('aria-hidden', 'true');
  made.setAttribute('href', use);
  svg.append(made);
  return svg;
}

export function copyOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const tag = node.localName;
  if (tag === 'svg') return drawing(node);
  if (DROPPED.has(tag)) return null;
  const known = node.namespaceURI === 'http://www.w3.org/1999/xhtml' && TAGS.has(tag);
  const made = known ? document.createElement(tag) : document.createDocumentFragment();
  if (known) {
    for (const { name, value } of node.attributes) if (ATTRIBUTES.has(name) && (name !== 'id' || IDS.test(value))) made.setAttribute(name, value);
    if (tag === 'a') address(node, made);
    if (tag === 'button') { made.type = 'button'; made.dataset.opens = node.getAttribute('popovertarget') || ''; }
    if (tag === 'details' && node.open) made.open = true;
  }
  for (const kid of node.childNodes) { const copy = copyOf(kid); if (copy) made.append(copy); }
  return made;
}
export const copies = (nodes) => [...nodes].map(copyOf).filter(Boolean);
