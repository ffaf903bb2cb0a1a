// IgataTool
