// `npm ci` must never depend on a browser download; src/cli/chrome.ts finds or installs one when it is needed.
module.exports = { skipDownload: true };
