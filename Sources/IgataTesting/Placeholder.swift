// IgataTesting
